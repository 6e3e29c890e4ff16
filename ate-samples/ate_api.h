/* ate_api.h - the part of a tester's programming interface that opamp_sort.c
 * uses. As vendors ship them: prototypes only, the bodies are in the tester. */
#ifndef ATE_API_H
#define ATE_API_H

#define ATE_CLAMP_V 6.0 /* the pin electronics read no more than this, volt */

typedef enum { ATE_PASS, ATE_FAIL, ATE_ALARM } ate_status;

typedef struct {
    double temperature; /* degrees C at the chuck */
    int x, y;           /* die on the wafer */
} ate_die;

ate_status ate_connect(int site, const char *relays);
void ate_force_v(int pin, double volt);
void ate_wait_us(unsigned us);
double ate_measure_v(int pin);
int ate_measure_i(int pin, double *ampere);
void ate_capture(int pin, short *codes, int n);
const char *ate_option(const char *name);
ate_die ate_current_die(void);
void ate_bin(int hard, int soft);

#endif
