#include "../several/limits.h"

int bin_of(int result)
{
    switch (result) {
    case -1:
        return 9;
    case 0 ... 3:
        return 1;
    case 7:
        return 4 + is_edge(result);
    case 8:
        return 5 + is_edge(result);
    default:
        return result > 10 ? 3 : 2;
    }
}
