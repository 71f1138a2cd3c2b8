/* Othello on 8 x 8 in C, with the bit tricks of counterplay's rules.
   othello perft DEPTH              prints leaves and CPU seconds
   othello playouts COUNT SEED      prints plies and CPU seconds */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t Bits;
typedef struct { Bits mine, theirs, moves; int turn; } State;
enum { PASS = 64 };
static const Bits INNER = 0x7E7E7E7E7E7E7E7EULL;
static Bits rays[64][8];

static inline Bits beyond(Bits seeds, Bits through, int step) {
    Bits up2 = through & (through << step), down2 = up2 >> step;
    Bits rising = through & (seeds << step), falling = through & (seeds >> step);
    rising |= through & (rising << step);
    rising |= up2 & (rising << 2 * step);
    rising |= up2 & (rising << 2 * step);
    falling |= through & (falling >> step);
    falling |= down2 & (falling >> 2 * step);
    falling |= down2 & (falling >> 2 * step);
    return rising << step | falling >> step;
}
static inline Bits placements(Bits mine, Bits theirs) {
    Bits inside = theirs & INNER;
    Bits found = beyond(mine, inside, 1) | beyond(mine, theirs, 8) | beyond(mine, inside, 7) | beyond(mine, inside, 9);
    return found & ~(mine | theirs);
}
static inline Bits flips_up(Bits mine, Bits theirs, Bits ray) {
    Bits stops = ray & ~theirs, before = ~stops & (stops - 1);
    return stops & mine & (0 - stops) ? ray & before : 0;
}
static inline Bits flips_down(Bits mine, Bits theirs, Bits ray) {
    Bits stops = ray & ~theirs;
    Bits end = (1ULL << (63 - __builtin_clzll(stops | 1))) & stops & mine;
    return end ? ray & ~((end << 1) - 1) : 0;
}
static inline Bits flips(Bits mine, Bits theirs, int cell) {
    Bits found = 0;
    for (int i = 0; i < 4; i++) found |= flips_up(mine, theirs, rays[cell][i]) | flips_down(mine, theirs, rays[cell][i + 4]);
    return found;
}
static inline State result(State s, int a) {
    Bits turned = a == PASS ? 0 : flips(s.mine, s.theirs, a), placed = a == PASS ? 0 : 1ULL << a;
    Bits mine = s.mine | turned | placed, theirs = s.theirs & ~turned;
    State t = {theirs, mine, placements(theirs, mine), 1 - s.turn};
    return t;
}
static inline int terminal(State s) { return !s.moves && !placements(s.theirs, s.mine); }
static State initial(void) {
    Bits black = 1ULL << 28 | 1ULL << 35, white = 1ULL << 27 | 1ULL << 36;
    State s = {black, white, placements(black, white), 0};
    return s;
}
static int64_t perft(State s, int depth) {
    if (depth == 0) return 1;
    if (terminal(s)) return 0;
    if (!s.moves) return depth == 1 ? 1 : perft(result(s, PASS), depth - 1);
    int64_t total = 0;
    for (Bits rest = s.moves; rest; rest &= rest - 1)
        total += depth == 1 ? 1 : perft(result(s, __builtin_ctzll(rest)), depth - 1);
    return total;
}
static uint64_t rng;
static uint64_t draw(void) {
    rng += 0x9E3779B97F4A7C15ULL;
    uint64_t z = rng;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static int64_t playouts(int64_t count) {
    int64_t plies = 0;
    double total = 0;
    for (int64_t i = 0; i < count; i++) {
        State s = initial();
        while (!terminal(s)) {
            int moves[64], n = 0;
            if (!s.moves) moves[n++] = PASS;
            for (Bits rest = s.moves; rest; rest &= rest - 1) moves[n++] = __builtin_ctzll(rest);
            s = result(s, moves[((draw() >> 32) * (uint64_t)n) >> 32]);
            plies++;
        }
        int ahead = __builtin_popcountll(s.mine) - __builtin_popcountll(s.theirs);
        total += s.turn ? -ahead : ahead;
    }
    return total == 1e18 ? 0 : plies;
}
static void make_rays(void) {
    static const int directions[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    for (int cell = 0; cell < 64; cell++)
        for (int i = 0; i < 8; i++) {
            int sign = i < 4 ? 1 : -1, r = cell / 8, c = cell % 8;
            for (;;) {
                r += sign * directions[i % 4][0], c += sign * directions[i % 4][1];
                if (r < 0 || r > 7 || c < 0 || c > 7) break;
                rays[cell][i] |= 1ULL << (8 * r + c);
            }
        }
}

int main(int argc, char **argv) {
    make_rays();
    clock_t begin = clock();
    int64_t amount;
    if (argc == 3 && !strcmp(argv[1], "perft")) {
        amount = perft(initial(), atoi(argv[2]));
    } else if (argc == 4 && !strcmp(argv[1], "playouts")) {
        rng = strtoull(argv[3], 0, 10);
        amount = playouts(atoll(argv[2]));
    } else {
        return 2;
    }
    printf("%lld %.9f\n", (long long)amount, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
