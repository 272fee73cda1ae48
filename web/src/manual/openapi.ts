// The description of the API (docs/openapi.yaml) as the page reads it. Plain data and functions.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
}

export interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Body {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  summary?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}

type PathItem = { parameters?: Parameter[] } & Partial<Record<Method, Operation>>;

export interface OpenApi {
  info: { title: string; description?: string; version?: string };
  paths: Record<string, PathItem>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Body>;
    requestBodies?: Record<string, Body>;
  };
}

export const METHODS = ['get', 'post', 'put', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** One operation with all that its path says of it, references followed. */
export interface Call {
  method: Method;
  path: string;
  summary: string;
  parameters: Parameter[];
  body: Schema | null;
  answers: { status: string; description: string; schema: Schema | null }[];
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The name of the schema that another one refers to. */
export const refOf = (s: Schema): string | null => (s.$ref === undefined ? null : nameOf(s.$ref));

function followed<T extends { $ref?: string }>(one: T, known: Record<string, T> | undefined): T {
  return one.$ref === undefined ? one : (known?.[nameOf(one.$ref)] ?? one);
}

function schemaOf(body: Body | undefined): Schema | null {
  const contents = Object.values(body?.content ?? {});
  return contents[0]?.schema ?? null;
}

/** All operations by the first word of their path, in the order of the description. */
export function callsOf(api: OpenApi): [word: string, calls: Call[]][] {
  const groups = new Map<string, Call[]>();
  const { components } = api;
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const given = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const body = operation.requestBody && followed(operation.requestBody, components?.requestBodies);
      const word = path.split('/')[1] ?? '';
      const call: Call = {
        method,
        path,
        summary: operation.summary ?? '',
        parameters: given.map((p) => followed(p, components?.parameters)),
        body: schemaOf(body),
        answers: Object.entries(operation.responses ?? {}).map(([status, response]) => {
          const found = followed(response, components?.responses);
          return { status, description: found.description ?? '', schema: schemaOf(found) };
        }),
      };
      groups.set(word, [...(groups.get(word) ?? []), call]);
    }
  }
  return [...groups];
}

/** The kind of a value in a few words: "integer, 1 … 100", "list of text", "open | closed". */
export function kindOf(s: Schema): string {
  const ref = refOf(s);
  if (ref !== null) return ref;
  if (s.enum) return s.enum.map(String).join(' | ');
  const any = s.anyOf ?? s.oneOf;
  if (any) return any.map(kindOf).join(' | ');
  if (s.allOf) return s.allOf.map(kindOf).join(' + ');
  const types = (Array.isArray(s.type) ? s.type : [s.type ?? 'object']).join(' | ');
  if (s.items) return `${types} [${kindOf(s.items)}]`;
  const [low, high] = [s.minimum ?? s.minLength, s.maximum ?? s.maxLength];
  const range = low === undefined && high === undefined ? '' : `, ${low ?? ''} … ${high ?? ''}`;
  return types + range;
}
