// One bundle for puzzleaccount.test.mjs, so that both see the same store.
export { me } from '../../web/src/core/net.ts';
export * from '../../web/src/puzzles/account.ts';
