#include "textflag.h"

// The places of the first and of the second judgments among sixteen.
DATA firsts<>+0(SB)/8, $0
DATA firsts<>+8(SB)/8, $2
DATA firsts<>+16(SB)/8, $4
DATA firsts<>+24(SB)/8, $6
DATA firsts<>+32(SB)/8, $8
DATA firsts<>+40(SB)/8, $10
DATA firsts<>+48(SB)/8, $12
DATA firsts<>+56(SB)/8, $14
GLOBL firsts<>(SB), RODATA|NOPTR, $64
DATA seconds<>+0(SB)/8, $1
DATA seconds<>+8(SB)/8, $3
DATA seconds<>+16(SB)/8, $5
DATA seconds<>+24(SB)/8, $7
DATA seconds<>+32(SB)/8, $9
DATA seconds<>+40(SB)/8, $11
DATA seconds<>+48(SB)/8, $13
DATA seconds<>+56(SB)/8, $15
GLOBL seconds<>(SB), RODATA|NOPTR, $64
DATA onehalf<>+0(SB)/8, $0.5
GLOBL onehalf<>(SB), RODATA|NOPTR, $8

// func addTwosAVX512(t *Twos, mean, half, value, shift *float64, y float64, n int)
//
// Z2 and Z3 are the first and the second judgments of eight columns, Z5 their means, Z4 their
// differences. Products are rounded before they are added: no fused instructions.
TEXT ·addTwosAVX512(SB), NOSPLIT, $0-56
	MOVQ t+0(FP), AX
	MOVQ mean+8(FP), DI
	MOVQ half+16(FP), SI
	MOVQ value+24(FP), DX
	MOVQ shift+32(FP), R13
	VBROADCASTSD y+40(FP), Z29
	MOVQ n+48(FP), CX
	MOVQ 0(AX), R8   // X
	MOVQ 24(AX), R9  // XY
	MOVQ 48(AX), R10 // E2
	MOVQ 72(AX), R11 // Least
	MOVQ 96(AX), R12 // Most
	VMOVUPD firsts<>(SB), Z30
	VMOVUPD seconds<>(SB), Z31
	VBROADCASTSD onehalf<>(SB), Z28
	XORQ BX, BX

columns:
	VMOVUPD (DX), Z2
	VMOVAPD Z2, Z3
	VMOVUPD 64(DX), Z1
	VPERMT2PD Z1, Z30, Z2
	VPERMT2PD Z1, Z31, Z3
	VMOVUPD (R13)(BX*8), Z0
	VSUBPD Z3, Z2, Z4
	VSUBPD Z0, Z2, Z5
	VSUBPD Z0, Z3, Z6
	VMULPD Z28, Z5, Z5
	VMULPD Z28, Z6, Z6
	VADDPD Z6, Z5, Z5
	VMOVUPD Z5, (DI)(BX*8)
	VMULPD Z28, Z4, Z7
	VMOVUPD Z7, (SI)(BX*8)
	VMULPD Z4, Z4, Z4
	VADDPD (R10)(BX*8), Z4, Z4
	VMOVUPD Z4, (R10)(BX*8)
	VADDPD (R8)(BX*8), Z5, Z8
	VMOVUPD Z8, (R8)(BX*8)
	VMULPD Z29, Z5, Z9
	VADDPD (R9)(BX*8), Z9, Z9
	VMOVUPD Z9, (R9)(BX*8)
	VMINPD (R11)(BX*8), Z5, Z10
	VMOVUPD Z10, (R11)(BX*8)
	VMAXPD (R12)(BX*8), Z5, Z11
	VMOVUPD Z11, (R12)(BX*8)
	ADDQ $128, DX
	ADDQ $8, BX
	CMPQ BX, CX
	JLT columns
	VZEROUPPER
	RET

// func apartAVX512(x, z, value, shift *float64, n int)
TEXT ·apartAVX512(SB), NOSPLIT, $0-40
	MOVQ x+0(FP), DI
	MOVQ z+8(FP), SI
	MOVQ value+16(FP), DX
	MOVQ shift+24(FP), R13
	MOVQ n+32(FP), CX
	VMOVUPD firsts<>(SB), Z30
	VMOVUPD seconds<>(SB), Z31
	XORQ BX, BX

both:
	VMOVUPD (DX), Z2
	VMOVAPD Z2, Z3
	VMOVUPD 64(DX), Z1
	VPERMT2PD Z1, Z30, Z2
	VPERMT2PD Z1, Z31, Z3
	VMOVUPD (R13)(BX*8), Z0
	VSUBPD Z0, Z2, Z2
	VSUBPD Z0, Z3, Z3
	VADDPD (DI)(BX*8), Z2, Z2
	VADDPD (SI)(BX*8), Z3, Z3
	VMOVUPD Z2, (DI)(BX*8)
	VMOVUPD Z3, (SI)(BX*8)
	ADDQ $128, DX
	ADDQ $8, BX
	CMPQ BX, CX
	JLT both
	VZEROUPPER
	RET
