// Which of the players who look for an opponent a person could meet: plain functions.
import type { LobbyPeople } from './lobbystate';
import { samePace, sameWish } from './looking';
import type { Wish } from './looking';

export type Pool = LobbyPeople['waiting'][number];

/** Whether one with this wish could play those of the pool. */
export const mayMeet = (pool: Pool, wish: Wish): boolean =>
  samePace(pool.clock, wish.clock) &&
  (pool.any ||
    wish.any ||
    (pool.game === wish.game && pool.width === wish.width && pool.height === wish.height));

/** The pools with those whom a person of this kind could meet: members meet members, guests meet guests, and
 * nobody meets themselves. */
export function poolsFor(pools: readonly Pool[], member: boolean, own: Wish | null): Pool[] {
  return pools
    .map((pool) => {
      const kind = member ? pool.members : pool.n - pool.members;
      return { ...pool, n: kind - (own !== null && sameWish(pool, own) ? 1 : 0) };
    })
    .filter((pool) => pool.n > 0);
}
