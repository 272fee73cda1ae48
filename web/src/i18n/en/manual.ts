// English for the page about the API.
export const manualEn = {
  title: 'The API',
  text: 'Programs can do all that this page does: every request of this server, with its parameters, body and answers. Paths are below /api; times are in milliseconds.',
  filter: 'Filter',
  none: 'No request fits.',
  schemas: 'Values',
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Answers',
  required: 'required',
};
