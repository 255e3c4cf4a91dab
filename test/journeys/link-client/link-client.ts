import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';

export interface Answered {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described | { $ref: string }> }>>;
  components: { responses: Record<string, Described> };
}

interface Described {
  content?: Record<string, { schema: object }>;
}

const ajv = new Ajv({ strict: false, allowUnionTypes: true });

/**
 * A client written from the specification only, with plain `fetch`. Every response is checked against the
 * schema that the service declares. `driven` contains the rows of the endpoint table that succeeded.
 */
export class LinkClient {
  readonly driven = new Set<string>();
  readonly #checks = new Map<string, ValidateFunction>();
  readonly base: string;
  readonly #authorization: string;
  readonly #description: Description;

  private constructor(base: string, authorization: string, description: Description) {
    this.base = base;
    this.#authorization = authorization;
    this.#description = description;
  }

  static async open(base: string, authorization: string): Promise<LinkClient> {
    const description = (await (await fetch(`${base}/openapi.json`)).json()) as Description;
    return new LinkClient(base, authorization, description);
  }

  /** @param row as in the table: `PUT /api/url/:id/update` */
  async call(
    row: string,
    values: readonly (string | number)[] = [],
    body?: unknown,
    query = '',
  ): Promise<Answered> {
    const [method = '', template = ''] = row.split(' ');
    const left = [...values];
    const path = template.replaceAll(/:\w+/g, () => String(left.shift()));
    const answer = await fetch(this.base + path + query, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const said = (await answer.json()) as Answered['body'];
    this.#check(method, template, answer.status, said);
    assert.ok(answer.headers.has('x-ratelimit-limit'), `${row} reports the rate limit`);
    if (answer.ok) this.driven.add(row);
    return { status: answer.status, headers: answer.headers, body: said };
  }

  /** Sends a call that must succeed. Returns its body. */
  async get(row: string, values?: readonly (string | number)[], body?: unknown, query?: string) {
    const answer = await this.call(row, values, body, query);
    const success = /(campaign|domain)\/add$/.test(row) ? 201 : 200;
    assert.equal(answer.status, success, `${row}: ${JSON.stringify(answer.body)}`);
    assert.equal(Number(answer.body.error), 0);
    return answer.body;
  }

  /** Sends a call that must fail with exactly `{ error: 1, message }`. Returns the message. */
  async refused(
    row: string,
    status: number,
    values?: readonly (string | number)[],
    body?: unknown,
    query?: string,
  ) {
    const answer = await this.call(row, values, body, query);
    assert.equal(answer.status, status, `${row} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
    assert.deepEqual(Object.keys(answer.body), ['error', 'message']);
    assert.equal(answer.body.error, 1);
    return String(answer.body.message);
  }

  /** Returns the records of one page of a list after checking its envelope. */
  async page(row: string, key: string, query = '', values?: readonly (string | number)[]) {
    const { error, data } = (await this.get(row, values, undefined, query)) as {
      error: unknown;
      data: Record<string, unknown>;
    };
    assert.equal(error, '0', row);
    const { [key]: records, ...paging } = data;
    assert.deepEqual(Object.keys(paging), ['result', 'perpage', 'currentpage', 'nextpage', 'maxpage'], row);
    for (const value of Object.values(paging)) assert.ok(Number.isInteger(value), row);
    assert.ok(Array.isArray(records), row);
    assert.equal(paging.result, records.length);
    return { records: records as Record<string, unknown>[], paging: paging as unknown as Paging };
  }

  #check(method: string, template: string, status: number, body: object): void {
    const { paths, components } = this.#description;
    const operation = paths[template.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    assert.ok(operation, `${method} ${template} is described`);
    const named = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
    const described =
      named && '$ref' in named ? components.responses[named.$ref.split('/').at(-1) ?? ''] : named;
    const schema = described?.content?.['application/json']?.schema;
    assert.ok(schema, `${method} ${template} describes ${status}`);
    const name = `${method} ${template} ${status}`;
    const check = this.#checks.get(name) ?? ajv.compile({ ...schema, components });
    this.#checks.set(name, check);
    assert.ok(check(body), `${name}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`);
  }
}

interface Paging {
  result: number;
  perpage: number;
  currentpage: number;
  nextpage: number;
  maxpage: number;
}
