"""Code optimisation: x86-64 assembly that must do what a C program does, in fewer cycles than gcc -O3 needs."""
