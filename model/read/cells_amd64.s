#include "textflag.h"

DATA lanes<>+0(SB)/4, $0
DATA lanes<>+4(SB)/4, $1
DATA lanes<>+8(SB)/4, $2
DATA lanes<>+12(SB)/4, $3
DATA lanes<>+16(SB)/4, $4
DATA lanes<>+20(SB)/4, $5
DATA lanes<>+24(SB)/4, $6
DATA lanes<>+28(SB)/4, $7
DATA lanes<>+32(SB)/4, $8
DATA lanes<>+36(SB)/4, $9
DATA lanes<>+40(SB)/4, $10
DATA lanes<>+44(SB)/4, $11
DATA lanes<>+48(SB)/4, $12
DATA lanes<>+52(SB)/4, $13
DATA lanes<>+56(SB)/4, $14
DATA lanes<>+60(SB)/4, $15
GLOBL lanes<>(SB), RODATA|NOPTR, $64
DATA tens<>+0(SB)/8, $1.0
DATA tens<>+8(SB)/8, $10.0
DATA tens<>+16(SB)/8, $100.0
DATA tens<>+24(SB)/8, $1000.0
DATA tens<>+32(SB)/8, $10000.0
DATA tens<>+40(SB)/8, $100000.0
DATA tens<>+48(SB)/8, $1000000.0
DATA tens<>+56(SB)/8, $10000000.0
GLOBL tens<>(SB), RODATA|NOPTR, $64
DATA word<>+0(SB)/8, $1
DATA word<>+8(SB)/8, $8
DATA word<>+16(SB)/8, $64
DATA word<>+24(SB)/8, $0xff
DATA word<>+32(SB)/8, $0x1d                  // '-' as a digit
DATA word<>+40(SB)/8, $0x1e1e1e1e1e1e1e1e    // '.' as a digit
DATA word<>+48(SB)/8, $0x3030303030303030    // '0'
DATA word<>+56(SB)/8, $0x0909090909090909
DATA word<>+64(SB)/8, $0x0101010101010101
DATA word<>+72(SB)/8, $0x010a010a010a010a    // weights of digits
DATA word<>+80(SB)/8, $0x0001006400010064    // of pairs
DATA word<>+88(SB)/8, $10000
DATA word<>+96(SB)/8, $0x8000000000000000
DATA word<>+104(SB)/8, $0x7ff8000000000001   // NaN
GLOBL word<>(SB), RODATA|NOPTR, $112

// func cellEndsAVX512(text *byte, from, to int, separator byte, ends *int32) (n int)
//
// 64 bytes at a time are compared; the places of separators among them are written without gaps.
TEXT ·cellEndsAVX512(SB), NOSPLIT, $0-48
	MOVQ text+0(FP), SI
	MOVQ from+8(FP), AX
	MOVQ to+16(FP), CX
	VPBROADCASTB separator+24(FP), Z0
	MOVQ ends+32(FP), DI
	MOVQ DI, R8
	VMOVDQU32 lanes<>(SB), Z1
	MOVL $16, BX
	VPBROADCASTD BX, Z2

bytes:
	MOVQ CX, DX
	SUBQ AX, DX
	JLE done
	CMPQ DX, $64
	JLT part
	VPCMPEQB (SI)(AX*1), Z0, K1

found:
	KMOVQ K1, R9
	TESTQ R9, R9
	JZ next
	VPBROADCASTD AX, Z4
	VPADDD Z1, Z4, Z4
	VPADDD Z2, Z4, Z5
	VPADDD Z2, Z5, Z6
	VPADDD Z2, Z6, Z7
	KSHIFTRQ $16, K1, K2
	KSHIFTRQ $32, K1, K3
	KSHIFTRQ $48, K1, K4
	MOVWLZX R9, R10
	MOVL R9, R11
	MOVQ R9, R12
	SHLQ $16, R12
	POPCNTL R10, R10
	POPCNTL R11, R11
	POPCNTQ R12, R12
	POPCNTQ R9, R9
	VPCOMPRESSD.Z Z4, K1, Z4
	VPCOMPRESSD.Z Z5, K2, Z5
	VPCOMPRESSD.Z Z6, K3, Z6
	VPCOMPRESSD.Z Z7, K4, Z7
	VMOVDQU32 Z4, (DI)
	VMOVDQU32 Z5, (DI)(R10*4)
	VMOVDQU32 Z6, (DI)(R11*4)
	VMOVDQU32 Z7, (DI)(R12*4)
	LEAQ (DI)(R9*4), DI

next:
	ADDQ $64, AX
	JMP bytes

part:
	MOVQ $-1, R9
	BZHIQ DX, R9, R9
	KMOVQ R9, K2
	VMOVDQU8.Z (SI)(AX*1), K2, Z3
	VPCMPEQB Z3, Z0, K2, K1
	JMP found

done:
	SUBQ R8, DI
	SHRQ $2, DI
	MOVQ DI, n+40(FP)
	VZEROUPPER
	RET

// func shortDecimalsAVX512(text *byte, ends *int32, value *float64, odd *uint8, groups int)
//
// A cell of eight bytes at most is a lane of 64 bits, the digits at its upper end. Its sign and
// its point are taken out, and the digits are added with their weights: by pairs, by fours, and
// by eights. All of that is exact; the division by a power of ten rounds once.
TEXT ·shortDecimalsAVX512(SB), NOSPLIT, $0-40
	MOVQ text+0(FP), SI
	MOVQ ends+8(FP), DX
	MOVQ value+16(FP), DI
	MOVQ odd+24(FP), BX
	MOVQ groups+32(FP), CX
	VPBROADCASTQ word<>+0(SB), Z16
	VPBROADCASTQ word<>+8(SB), Z17
	VPBROADCASTQ word<>+16(SB), Z18
	VPBROADCASTQ word<>+24(SB), Z19
	VPBROADCASTQ word<>+32(SB), Z20
	VPBROADCASTQ word<>+40(SB), Z21
	VPBROADCASTQ word<>+48(SB), Z22
	VPBROADCASTQ word<>+56(SB), Z23
	VPBROADCASTQ word<>+64(SB), Z24
	VPBROADCASTQ word<>+72(SB), Z25
	VPBROADCASTQ word<>+80(SB), Z26
	VPBROADCASTQ word<>+88(SB), Z27
	VPBROADCASTQ word<>+96(SB), Z28
	VPBROADCASTQ word<>+104(SB), Z29
	VMOVUPD tens<>(SB), Z30

group:
	MOVLQSX 4(DX), R8
	MOVLQSX 8(DX), R9
	MOVLQSX 12(DX), R10
	MOVLQSX 16(DX), R11
	VMOVQ -8(SI)(R8*1), X5
	VPINSRQ $1, -8(SI)(R9*1), X5, X5
	VMOVQ -8(SI)(R10*1), X6
	VPINSRQ $1, -8(SI)(R11*1), X6, X6
	MOVLQSX 20(DX), R8
	MOVLQSX 24(DX), R9
	MOVLQSX 28(DX), R10
	MOVLQSX 32(DX), R11
	VMOVQ -8(SI)(R8*1), X7
	VPINSRQ $1, -8(SI)(R9*1), X7, X7
	VMOVQ -8(SI)(R10*1), X8
	VPINSRQ $1, -8(SI)(R11*1), X8, X8
	VINSERTI128 $1, X6, Y5, Y5
	VINSERTI128 $1, X8, Y7, Y7
	VINSERTI64X4 $1, Y7, Z5, Z5
	VPXORQ Z22, Z5, Z5

	// The lengths, and the shift that takes out what stands before a cell.
	VPMOVSXDQ (DX), Z1
	VPMOVSXDQ 4(DX), Z2
	VPSUBQ Z1, Z2, Z3
	VPSUBQ Z16, Z3, Z3
	VPSLLQ $3, Z3, Z4
	VPSUBQ Z4, Z18, Z4
	VPSRLVQ Z4, Z5, Z6

	// K1: a minus, which becomes a zero.
	VPANDQ Z19, Z6, Z7
	VPCMPEQQ Z7, Z20, K1
	VPANDNQ Z6, Z19, K1, Z6
	VPSLLVQ Z4, Z6, Z6

	// K4: something else than digits and points. K5: a point. K6: two.
	VPCMPUB $6, Z23, Z6, K2
	VPCMPEQB Z6, Z21, K3
	KXORQ K3, K2, K2
	VPMOVM2B K2, Z7
	VPTESTMQ Z7, Z7, K4
	VPMOVM2B K3, Z8
	VPTESTMQ Z8, Z8, K5
	VPANDQ Z24, Z8, Z9
	VPSUBQ.Z Z16, Z9, K5, Z10
	VPTESTMQ Z9, Z10, K6

	// K2: no digits. K3: too long. K7: empty.
	VPTESTNMQ Z3, Z3, K7
	VPCMPUQ $6, Z17, Z3, K3
	VPSUBQ Z16, Z3, K1, Z3
	VPSUBQ Z16, Z3, K5, Z3
	VPTESTNMQ Z3, Z3, K2
	KORB K4, K6, K4
	KORB K2, K3, K2
	KORB K2, K4, K2
	KANDNB K2, K7, K2
	KMOVB K2, R8
	MOVB R8, (BX)

	// The point is taken out; the digits before it move up.
	VPANDQ Z6, Z10, Z11
	VPSLLQ $8, Z11, Z11
	VPORQ Z8, Z10, Z12
	VPANDNQ Z6, Z12, Z12
	VPORQ Z11, Z12, Z12
	VPLZCNTQ Z8, Z13
	VPSRLQ $3, Z13, Z13
	VPERMPD Z30, Z13, Z13

	VPMADDUBSW Z25, Z12, Z12
	VPMADDWD Z26, Z12, Z12
	VPMULUDQ Z27, Z12, Z14
	VPSRLQ $32, Z12, Z12
	VPADDQ Z14, Z12, Z12
	VCVTUQQ2PD Z12, Z12
	VDIVPD Z13, Z12, Z12
	VPORQ Z28, Z12, K1, Z12
	VMOVDQA64 Z29, K7, Z12
	VMOVUPD Z12, (DI)
	ADDQ $32, DX
	ADDQ $64, DI
	INCQ BX
	DECQ CX
	JNZ group
	VZEROUPPER
	RET
