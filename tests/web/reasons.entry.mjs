// What the test of reasons loads as one module: the rules, the sentences, and their texts.
export { reasonText } from '../../web/src/games/reasons';
export { loadWords } from '../../web/src/games/reasonwords';
export { setUp } from '../../web/src/games/replay';
export { setLanguage } from '../../web/src/i18n';
export { REASONS, reasonsOf } from '../../web/src/games/reasonkinds';
export { GAMES, Rules } from '../../web/src/wasm/wasm';
