// Package sampledata holds the bundled data sets. Those that are simulated are made by
// tools/simulate, where each is described: no person was judged, and no person's data are in
// them. Every presentation must say that they are simulated ([Sample].Title,
// model.Dataset.Simulated). The real ones are named with their sources in [Licences].
package sampledata
