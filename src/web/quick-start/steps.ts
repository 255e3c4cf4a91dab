import { samplesOf, type SampleLanguage } from './samples.ts';

/** One thing to do first with an API, with a sample in each language. */
export interface QuickStartStep {
  /** As the reference says it, in English. */
  title: string;
  method: string;
  path: string;
  samples: Readonly<Record<SampleLanguage, string>>;
}

export interface QuickStart {
  service: string;
  base: string;
  /** The environment variable with the credential. */
  variable: string;
  steps: readonly QuickStartStep[];
}

/** The parts of an OpenAPI document that samples are made of. */
interface Described {
  info: { title: string };
  servers?: { url: string }[];
  paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  summary?: string;
  requestBody?: { content?: Readonly<Record<string, { example?: unknown }>> };
}

/** What a builder does first: the operations by their method, path and query. */
const chosen: Readonly<Record<string, readonly [method: string, path: string, query?: string][]>> = {
  Plaza: [
    ['post', '/apis/php/posts/post'],
    ['get', '/apis/php/data/load', '?get=newsfeed'],
    ['get', '/apis/php/webhooks'],
  ],
  Hop: [
    ['post', '/api/url/add'],
    ['get', '/api/urls', '?limit=5'],
    ['get', '/api/statistics'],
  ],
};

const credentials = {
  Plaza: { header: 'x-auth-token', prefix: '', variable: 'PLAZA_TOKEN' },
  Hop: { header: 'Authorization', prefix: 'Bearer ', variable: 'HOP_KEY' },
} as const;

/** The quick start of a service, made of the examples in its OpenAPI document. */
export function quickStartOf(document: object): QuickStart {
  const { info, servers = [], paths = {} } = document as Described;
  const service = info.title === 'Hop' ? 'Hop' : 'Plaza';
  const base = servers[0]?.url ?? '';
  const steps = (chosen[service] ?? []).map(([method, path, query = '']): QuickStartStep => {
    const operation = paths[path]?.[method];
    if (!operation) throw new Error(`The quick start names ${method} ${path}, which is not described`);
    const body = operation.requestBody?.content?.['application/json']?.example;
    const request = {
      ...credentials[service],
      method: method.toUpperCase(),
      url: `${base}${path}${query}`,
      body,
    };
    return { title: operation.summary ?? '', method: request.method, path, samples: samplesOf(request) };
  });
  return { service, base, variable: credentials[service].variable, steps };
}
