/* Connect four on 7 x 6 in C: the alpha-beta and the random playouts of counterplay, statement for statement.
   connect_four search DEPTH            prints nodes and CPU seconds
   connect_four playouts COUNT SEED     prints plies and CPU seconds */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { W = 7, H = 6 };
static const int columns[W] = {3, 2, 4, 1, 5, 0, 6};
typedef struct { int64_t mine, both, ply; } State;
static int64_t nodes;

static int lined_up(int64_t discs) {
    static const int steps[4] = {1, H, H + 1, H + 2};
    for (int i = 0; i < 4; i++) {
        int64_t pairs = discs & (discs >> steps[i]);
        if (pairs & (pairs >> 2 * steps[i])) return 1;
    }
    return 0;
}
static int full(State s, int c) { return (s.both >> (c * (H + 1) + H - 1)) & 1; }
static State result(State s, int c) {
    State t = {s.mine ^ s.both, s.both | (s.both + (1LL << c * (H + 1))), s.ply + 1};
    return t;
}
static int terminal(State s) { return s.ply == W * H || lined_up(s.mine ^ s.both); }

static double search(State s, int depth, double alpha, double beta) {
    nodes++;
    if (terminal(s)) return lined_up(s.mine ^ s.both) ? -1.0 : 0.0;
    if (depth == 0) return 0.0;
    double v = -INFINITY;
    for (int i = 0; i < W; i++) {
        if (full(s, columns[i])) continue;
        double v2 = -search(result(s, columns[i]), depth - 1, -beta, -alpha);
        if (v2 > v) {
            v = v2;
            if (v > alpha) alpha = v;
            if (v >= beta) break;
        }
    }
    return v;
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
    double totals[2] = {0, 0};
    for (int64_t i = 0; i < count; i++) {
        State s = {0, 0, 0};
        while (!terminal(s)) {
            int moves[W], n = 0;
            for (int j = 0; j < W; j++)
                if (!full(s, columns[j])) moves[n++] = columns[j];
            s = result(s, moves[((draw() >> 32) * (uint64_t)n) >> 32]);
            plies++;
        }
        double last = lined_up(s.mine ^ s.both) ? 1.0 : 0.0;
        totals[(s.ply & 1) ^ 1] += last;
        totals[s.ply & 1] -= last;
    }
    return totals[0] == 1e18 ? 0 : plies;
}

int main(int argc, char **argv) {
    State start = {0, 0, 0};
    clock_t begin = clock();
    int64_t amount;
    if (argc == 3 && !strcmp(argv[1], "search")) {
        search(start, atoi(argv[2]), -INFINITY, INFINITY);
        amount = nodes;
    } else if (argc == 4 && !strcmp(argv[1], "playouts")) {
        rng = strtoull(argv[3], 0, 10);
        amount = playouts(atoll(argv[2]));
    } else {
        return 2;
    }
    printf("%lld %.9f\n", (long long)amount, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
