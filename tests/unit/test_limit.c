/* test_limit.c - buckets of requests: which requests are refused, and when to retry. */
#include "testing.h"

#include "http/wire/limit.h"
#include "platform/net.h"
#include <string.h>

static struct limit make(int burst, int refill_ms)
{
    struct limit l;
    memset(&l, 0, sizeof l);
    l.burst = burst;
    l.refill_ms = refill_ms;
    return l;
}

static void a_burst_is_let_through_and_no_more(void **state)
{
    (void)state;
    static struct limit l;
    l = make(3, 100);
    uint64_t key = limit_key("192.0.2.1", 7);
    for (int i = 0; i < 3; i++)
        assert_int_equal(limit_take(&l, key, 1000), 0);
    assert_int_equal(limit_take(&l, key, 1000), 100);
    assert_int_equal(limit_take(&l, key, 1060), 40);
}

static void several_tokens_are_taken_together_or_not_at_all(void **state)
{
    (void)state;
    static struct limit l;
    l = make(10, 100);
    uint64_t key = limit_key("192.0.2.1", 7);
    assert_int_equal(limit_take_many(&l, key, 1000, 8), 0);
    assert_int_equal(limit_take_many(&l, key, 1000, 5), 300);
    assert_int_equal(limit_take_many(&l, key, 1000, 0), 0);
    assert_int_equal(limit_take_many(&l, key, 1000, 2), 0);
    assert_int_equal(limit_take(&l, key, 1000), 100);
}

static void tokens_come_back_at_the_rate_however_often_one_asks(void **state)
{
    (void)state;
    static struct limit l;
    l = make(1, 100);
    uint64_t key = limit_key("192.0.2.1", 7);
    int granted = 0;
    for (int64_t ms = 0; ms < 10000; ms++)
        granted += limit_take(&l, key, ms) == 0;
    assert_int_equal(granted, 100);
}

static void a_long_rest_gives_a_burst_and_no_more(void **state)
{
    (void)state;
    static struct limit l;
    l = make(2, 100);
    uint64_t key = limit_key("192.0.2.1", 7);
    assert_int_equal(limit_take(&l, key, 0), 0);
    assert_int_equal(limit_take(&l, key, 1000000), 0);
    assert_int_equal(limit_take(&l, key, 1000000), 0);
    assert_true(limit_take(&l, key, 1000000) > 0);
}

static void addresses_do_not_share(void **state)
{
    (void)state;
    static struct limit l;
    l = make(1, 100);
    assert_int_equal(limit_take(&l, limit_key("192.0.2.1", 7), 0), 0);
    assert_int_equal(limit_take(&l, limit_key("192.0.2.2", 7), 0), 0);
    assert_true(limit_key("192.0.2.1", 7) != limit_key("192.0.2.1", 8));
}

static void net_is(const char *address, int bits, const char *net)
{
    char out[NET_BYTES];
    net_of(address, bits, out);
    assert_string_equal(out, net);
}

static void ipv6_is_counted_by_network(void **state)
{
    (void)state;
    net_is("2001:db8:1:2:3:4:5:6", NET_NEAR_BITS, "2001:db8:1:2::/64");
    net_is("2001:db8:1:2:ffff::1", NET_NEAR_BITS, "2001:db8:1:2::/64");
    net_is("2001:db8:1:2:3:4:5:6", NET_WIDE_BITS, "2001:db8:1::/48");
    net_is("2001:DB8:1:2:0:0:0:7%eth0", NET_NEAR_BITS, "2001:db8:1:2::/64");
    net_is("::ffff:192.0.2.1", NET_NEAR_BITS, "192.0.2.1");
    net_is("192.0.2.1", NET_WIDE_BITS, "192.0.2.1");
    net_is("unknown", NET_NEAR_BITS, "unknown");
    assert_true(net_is_wide("2001:db8:1:2::/64"));
    assert_false(net_is_wide("192.0.2.1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_is_let_through_and_no_more),
        cmocka_unit_test(several_tokens_are_taken_together_or_not_at_all),
        cmocka_unit_test(tokens_come_back_at_the_rate_however_often_one_asks),
        cmocka_unit_test(a_long_rest_gives_a_burst_and_no_more),
        cmocka_unit_test(addresses_do_not_share),
        cmocka_unit_test(ipv6_is_counted_by_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
