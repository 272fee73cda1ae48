// What the tests of blind mode load as one module: the answers, with the rules and the texts that they ask.
export { answer, moveSaid, timeSaid } from '../../web/src/blind/answers';
export { loadWords } from '../../web/src/games/blindwords';
export { SPOKEN } from '../../web/src/games/explain';
export { GAME_PAGES } from '../../web/src/games';
export { rules, takeRules } from '../../web/src/wasm/loaded';
export { snapshot } from '../../web/src/games/position';
export { setLanguage } from '../../web/src/i18n';
export { GAMES } from '../../web/src/wasm/wasm';
