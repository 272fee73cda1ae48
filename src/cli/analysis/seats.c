#include "cli/analysis/seats.h"

#include "base/exit.h"
#include "platform/clock.h"
#include "record/textboard.h"
#include "rules/position.h"

/* +1 the side surely ends with a margin of at least `goal`, -1 it does not, 0 not known. */
static int ask(struct solver *s, const struct position *p, int side, int goal)
{
    pns_claim(s->pns, side);
    return p->side == side ? solver_ask(s, p, goal) : -solver_ask(s, p, pns_goal_other(goal));
}

int seats_solve(struct solver *s, const struct position *p)
{
    bool all = true;
    printf("whatever the others do, even together:\n");
    for (int side = 1; side <= p->setup.players; side++) {
        int64_t cpu = clock_process_cpu_us();
        int64_t positions = pns_nodes(s->pns);
        int alone = ask(s, p, side, 1);
        int shared = alone > 0 ? 1 : ask(s, p, side, 0);
        all = all && shared != 0 && (alone != 0 || shared < 0);
        printf("%s ", textboard_side(&p->setup, side));
        if (alone > 0)
            printf("ends first alone");
        else if (shared < 0)
            printf("is not sure to end first");
        else if (alone < 0 && shared > 0)
            printf("ends first, alone or together with others, but is not sure to be alone");
        else if (shared > 0)
            printf("ends first, alone or together with others; alone: not known yet");
        else if (alone < 0)
            printf("is not sure to end first alone; together with others: not known yet");
        else
            printf("may end first: not known yet");
        printf(" (%lld positions, %.2f s)\n", (long long)(pns_nodes(s->pns) - positions),
               (double)(clock_process_cpu_us() - cpu) / 1e6);
        fflush(stdout);
    }
    return all ? EXIT_OK : EXIT_NO;
}
