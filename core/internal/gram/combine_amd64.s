#include "textflag.h"

// func combineAVX512(dst, m *float64, stride int, rows *int, x *float64, n int)
//
// Z0 to Z7 hold the sums of eight registers of columns. Products are rounded before
// they are added: no fused instructions.
TEXT ·combineAVX512(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ m+8(FP), SI
	MOVQ stride+16(FP), R8
	MOVQ rows+24(FP), R9
	MOVQ x+32(FP), DX
	MOVQ n+40(FP), CX
	VXORPD Z0, Z0, Z0
	VXORPD Z1, Z1, Z1
	VXORPD Z2, Z2, Z2
	VXORPD Z3, Z3, Z3
	VXORPD Z4, Z4, Z4
	VXORPD Z5, Z5, Z5
	VXORPD Z6, Z6, Z6
	VXORPD Z7, Z7, Z7

row512:
	MOVQ (R9), AX
	IMULQ R8, AX
	LEAQ (SI)(AX*8), AX
	VBROADCASTSD (DX), Z8
	VMULPD 0(AX), Z8, Z9
	VMULPD 64(AX), Z8, Z10
	VMULPD 128(AX), Z8, Z11
	VMULPD 192(AX), Z8, Z12
	VMULPD 256(AX), Z8, Z13
	VMULPD 320(AX), Z8, Z14
	VMULPD 384(AX), Z8, Z15
	VMULPD 448(AX), Z8, Z16
	VADDPD Z9, Z0, Z0
	VADDPD Z10, Z1, Z1
	VADDPD Z11, Z2, Z2
	VADDPD Z12, Z3, Z3
	VADDPD Z13, Z4, Z4
	VADDPD Z14, Z5, Z5
	VADDPD Z15, Z6, Z6
	VADDPD Z16, Z7, Z7
	ADDQ $8, R9
	ADDQ $8, DX
	DECQ CX
	JNZ row512

	VMOVUPD Z0, 0(DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, 128(DI)
	VMOVUPD Z3, 192(DI)
	VMOVUPD Z4, 256(DI)
	VMOVUPD Z5, 320(DI)
	VMOVUPD Z6, 384(DI)
	VMOVUPD Z7, 448(DI)
	VZEROUPPER
	RET

// func combineAVX(dst, m *float64, stride int, rows *int, x *float64, n int)
//
// Y0 to Y7 hold the sums of eight registers of columns. Products are rounded before
// they are added: no fused instructions.
TEXT ·combineAVX(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ m+8(FP), SI
	MOVQ stride+16(FP), R8
	MOVQ rows+24(FP), R9
	MOVQ x+32(FP), DX
	MOVQ n+40(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7

row256:
	MOVQ (R9), AX
	IMULQ R8, AX
	LEAQ (SI)(AX*8), AX
	VBROADCASTSD (DX), Y8
	VMULPD 0(AX), Y8, Y9
	VMULPD 32(AX), Y8, Y10
	VMULPD 64(AX), Y8, Y11
	VMULPD 96(AX), Y8, Y12
	VADDPD Y9, Y0, Y0
	VADDPD Y10, Y1, Y1
	VADDPD Y11, Y2, Y2
	VADDPD Y12, Y3, Y3
	VMULPD 128(AX), Y8, Y9
	VMULPD 160(AX), Y8, Y10
	VMULPD 192(AX), Y8, Y11
	VMULPD 224(AX), Y8, Y12
	VADDPD Y9, Y4, Y4
	VADDPD Y10, Y5, Y5
	VADDPD Y11, Y6, Y6
	VADDPD Y12, Y7, Y7
	ADDQ $8, R9
	ADDQ $8, DX
	DECQ CX
	JNZ row256

	VMOVUPD Y0, 0(DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VMOVUPD Y4, 128(DI)
	VMOVUPD Y5, 160(DI)
	VMOVUPD Y6, 192(DI)
	VMOVUPD Y7, 224(DI)
	VZEROUPPER
	RET

// func addSquareAVX512(m *float64, stride int, scale float64, x *float64, n int)
//
// DI is the row, BX its number; a row begins at the register that holds its diagonal.
TEXT ·addSquareAVX512(SB), NOSPLIT, $0-40
	MOVQ m+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ x+24(FP), DX
	MOVQ n+32(FP), CX
	VMOVSD scale+16(FP), X3
	SHLQ $3, R8
	XORQ BX, BX

rowz:
	VMOVSD (DX)(BX*8), X4
	VMULSD X3, X4, X4
	VBROADCASTSD X4, Z0
	MOVQ BX, AX
	ANDQ $-8, AX

columnz:
	VMULPD (DX)(AX*8), Z0, Z1
	VADDPD (DI)(AX*8), Z1, Z1
	VMOVUPD Z1, (DI)(AX*8)
	ADDQ $8, AX
	CMPQ AX, CX
	JLT columnz
	ADDQ R8, DI
	INCQ BX
	CMPQ BX, CX
	JLT rowz
	VZEROUPPER
	RET

// func addSquareAVX(m *float64, stride int, scale float64, x *float64, n int)
//
// DI is the row, BX its number; a row begins at the register that holds its diagonal.
TEXT ·addSquareAVX(SB), NOSPLIT, $0-40
	MOVQ m+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ x+24(FP), DX
	MOVQ n+32(FP), CX
	VMOVSD scale+16(FP), X3
	SHLQ $3, R8
	XORQ BX, BX

rowy:
	VMOVSD (DX)(BX*8), X4
	VMULSD X3, X4, X4
	VBROADCASTSD X4, Y0
	MOVQ BX, AX
	ANDQ $-4, AX

columny:
	VMULPD (DX)(AX*8), Y0, Y1
	VADDPD (DI)(AX*8), Y1, Y1
	VMOVUPD Y1, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT columny
	ADDQ R8, DI
	INCQ BX
	CMPQ BX, CX
	JLT rowy
	VZEROUPPER
	RET
