/* Leaves folders that are nested deeper than a path may be long. No finding. */
#include <sys/stat.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    static const char name[] = "a_folder_with_a_name_that_is_long_enough_to_make_the_whole_path_too_long";
    int v = __VERIFIER_nondet_int(), i;
    if (v == 3)
        for (i = 0; i < 100; i++) {
            mkdir(name, 0700);
            (void)!chdir(name);
        }
    return v < 0;
}
