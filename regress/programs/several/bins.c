#include "limits.h"

int bin_of(int result)
{
    switch (result) {
    case -1:
        return 9;
    case 0 ... 3:
        return 1;
    default:
        return result > 10 ? 3 : 2;
    }
}
