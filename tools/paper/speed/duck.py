import sys, duckdb

# The means and variances of every cell, in one query.
t = f"read_csv('{sys.argv[1]}')"
if sys.argv[2] == "long":
    duckdb.sql(f"select object, attribute, avg(judgment) x, var_samp(judgment) v, any_value(label) y from {t} group by all").fetchall()
else:
    duckdb.sql(f"select object, avg(columns('q.*')), var_samp(columns('q.*')), any_value(label) y from {t} group by object").fetchall()
