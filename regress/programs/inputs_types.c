/* inputs_types.c - functions of a tester that inputs_types.inputs declares: all
 * types, by value and by pointer, with and without limits.
 *
 * Branches: 118
 * Dead branches: 30
 *   every condition marked "out", because of the limits; and a handle is never
 *   NULL
 */
#include <string.h>

#define INT_LOW (-100)

typedef enum { LEVEL_LOW = 2, LEVEL_MID, LEVEL_HIGH } level_t;
enum color { RED = -1, GREEN, BLUE };
struct point {
    int x;
    double y;
    const char *name;
    struct {
        short a[2];
    } in;
};
typedef struct handle handle;

_Bool in_bool(void);
char in_char(void);
signed char in_schar(int which);
unsigned char in_uchar(int);
short in_short(void);
unsigned short in_ushort(void);
int in_int(void);
unsigned in_uint(void);
long in_long(void);
unsigned long long in_ullong(void);
float in_float(void);
double in_double(void);
level_t in_level(void);
enum color in_color(const struct point *, void (*done)(int));
int in_scalar(double *value, unsigned *status);
void in_array(int *row, double, int, char *);
void in_counted(int n, short *first, unsigned char *bytes);
void in_matrix(float m[2][2]);
void in_raw(void *to, unsigned long n);
void in_record(struct point *p);
void in_text(char *buffer, int size);
struct point in_point(void);
const char *in_string(int);
handle *in_handle(void);
void in_nothing(int us, ...);

static int hits;
#define HIT (hits++)

static void integers(void) {
    if (!in_bool()) HIT;        /* out */
    char c = in_char();
    if (c < 'a') HIT;           /* out */
    if (c == 'd') HIT;
    if (c > 'f') HIT;           /* out */
    signed char sc = in_schar(1);
    if (sc > -100) HIT;         /* out */
    if (sc == -128) HIT;
    unsigned char uc = in_uchar(2);
    if (uc < 200) HIT;          /* out */
    if (uc == 255) HIT;
    short s = in_short();
    if (s == 0) HIT;            /* out */
    if (s == -2) HIT;
    unsigned short us = in_ushort();
    if (us < 65000) HIT;        /* out */
    if (us == 65535) HIT;
    int i = in_int();
    if (i < -100) HIT;          /* out */
    if (i == -100) HIT;
    if (i > 100) HIT;           /* out */
    unsigned u = in_uint();
    if (u < 4000000000u) HIT;   /* out */
    if (u == 4294967295u) HIT;
    long l = in_long();
    if (l > -8000000000) HIT;   /* out */
    if (l == -8999999999) HIT;
    unsigned long long ull = in_ullong();
    if (ull + 6 > 5) HIT;       /* out */
    if (ull + 1 == 0) HIT;
}

static void others(void) {
    float f = in_float();
    if (f < 0.1) HIT;           /* out */
    if (f > 0.3) HIT;           /* out */
    if (f < 0.11f) HIT;
    double d = in_double();
    if (d < -0.0025) HIT;       /* out */
    if (d == -0.0025) HIT;
    if (d != d) HIT;            /* out */
    if (d > 999.999) HIT;
    level_t level = in_level();
    if (level == LEVEL_HIGH) HIT; /* out */
    if (level == LEVEL_MID) HIT;
    switch (in_color(0, 0)) {
    case RED:
        HIT;
        break;
    case GREEN:
    case BLUE:
        HIT;
        break;
    default: /* an enum may hold any number */
        HIT;
    }
}

static void pointers(void) {
    double value = 99;
    unsigned status;
    if (in_scalar(&value, &status)) HIT;  /* out */
    if (value > 2) HIT;                   /* out */
    if (value == 1.5) HIT;
    if (status > 3) HIT;                  /* out */
    if (in_scalar(0, &status)) HIT;       /* out */
    if (status == 3) HIT;
    int row[3];
    in_array(row, 0.5, 1, 0);
    if (row[0] + row[1] + row[2] < 15) HIT;  /* out */
    if (row[0] + row[1] + row[2] == 21) HIT;
    short first = 5;
    unsigned char bytes[4] = {0};
    in_counted(3, &first, bytes);
    if (first == -32768) HIT;
    if (bytes[2] == 0) HIT;               /* out */
    if (bytes[2] == 9) HIT;
    if (bytes[3] != 0) HIT;               /* out: not filled */
    float m[2][2];
    in_matrix(m);
    if (m[1][1] > 1) HIT;                 /* out */
    if (m[1][1] > m[0][0]) HIT;
    unsigned raw;
    in_raw(&raw, sizeof raw);
    if (raw == 0xdeadbeef) HIT;
    struct point p = {1, 2, "name", {{3, 4}}};
    in_record(&p);
    if (p.x == 7 && p.in.a[1] == -7) HIT;
    if (!p.name) HIT;                     /* out: not touched */
}

static void texts(void) {
    char buffer[8];
    in_text(buffer, 4);
    if (strcmp(buffer, "abc") == 0) HIT;
    if (strcmp(buffer, "abcd") == 0) HIT; /* out: no room */
    const char *one = in_string(1), *two = in_string(2);
    if (strcmp(one, "ONE") == 0) HIT;
    if (strcmp(two, "TWO") == 0) HIT;
    if (one[5] != 0) HIT;                 /* out: the end of the text */
}

int main(void) {
    integers();
    others();
    pointers();
    texts();
    struct point p = in_point();
    if (p.y > 3.5) HIT;
    if (p.in.a[0] == 12) HIT;
    if (in_handle() == 0) HIT;            /* out */
    in_nothing(10, "x");
    return hits > 255 ? 255 : hits;       /* out */
}
