#include "textflag.h"

// func subPairAVX512(m *float64, stride int, v, w *float64, columns int, x, y *float64, count int)
//
// DI is a row. Products and their sum are rounded one after another.
TEXT ·subPairAVX512(SB), NOSPLIT, $0-64
	MOVQ m+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ v+16(FP), SI
	MOVQ w+24(FP), DX
	MOVQ columns+32(FP), CX
	MOVQ x+40(FP), R9
	MOVQ y+48(FP), R10
	MOVQ count+56(FP), R11
	SHLQ $3, R8

rowZ:
	VBROADCASTSD (R9), Z0
	VBROADCASTSD (R10), Z1
	XORQ AX, AX

columnZ:
	VMULPD (DX)(AX*8), Z0, Z2
	VMULPD (SI)(AX*8), Z1, Z3
	VADDPD Z3, Z2, Z2
	VMOVUPD (DI)(AX*8), Z4
	VSUBPD Z2, Z4, Z4
	VMOVUPD Z4, (DI)(AX*8)
	ADDQ $8, AX
	CMPQ AX, CX
	JLT columnZ
	ADDQ R8, DI
	ADDQ $8, R9
	ADDQ $8, R10
	DECQ R11
	JNZ rowZ
	VZEROUPPER
	RET

// func subPairAVX(m *float64, stride int, v, w *float64, columns int, x, y *float64, count int)
//
// DI is a row. Products and their sum are rounded one after another.
TEXT ·subPairAVX(SB), NOSPLIT, $0-64
	MOVQ m+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ v+16(FP), SI
	MOVQ w+24(FP), DX
	MOVQ columns+32(FP), CX
	MOVQ x+40(FP), R9
	MOVQ y+48(FP), R10
	MOVQ count+56(FP), R11
	SHLQ $3, R8

rowY:
	VBROADCASTSD (R9), Y0
	VBROADCASTSD (R10), Y1
	XORQ AX, AX

columnY:
	VMULPD (DX)(AX*8), Y0, Y2
	VMULPD (SI)(AX*8), Y1, Y3
	VADDPD Y3, Y2, Y2
	VMOVUPD (DI)(AX*8), Y4
	VSUBPD Y2, Y4, Y4
	VMOVUPD Y4, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT columnY
	ADDQ R8, DI
	ADDQ $8, R9
	ADDQ $8, R10
	DECQ R11
	JNZ rowY
	VZEROUPPER
	RET
