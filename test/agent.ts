import { claimGrant, assertionGrant } from '../src/agents/addresses.ts';
import type { Viewer } from '../src/platform/app.ts';
import type { Plaza } from './ask-plaza.ts';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

export interface Task {
  id: string;
  contextId: string;
  status: { state: string; message: { parts: [{ text: string }] } };
  artifacts?: { parts: [{ data: Record<string, unknown> }] }[];
}

/** An agent as an external client: JSON, no cookies. */
export class TestAgent {
  readonly plaza: Plaza;
  claimToken = '';
  assertion = '';
  userCode = '';
  token = '';

  constructor(plaza: Plaza) {
    this.plaza = plaza;
  }

  async post(url: string, payload: object | string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.plaza.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
    const body = (answer.body === '' ? {} : JSON.parse(answer.body)) as Record<string, unknown>;
    return { status: answer.statusCode, headers: answer.headers, body };
  }

  async register(name = 'Reading list'): Promise<Answer> {
    const answer = await this.post('/agent/identity', { type: 'anonymous', name });
    this.claimToken = String(answer.body.claim_token);
    this.assertion = String(answer.body.identity_assertion);
    return answer;
  }

  async claim(): Promise<Answer> {
    const answer = await this.post('/agent/identity/claim', { claim_token: this.claimToken });
    this.userCode = String(answer.body.user_code);
    return answer;
  }

  async poll(): Promise<Answer> {
    const answer = await this.post('/oauth2/token', { grant_type: claimGrant, claim_token: this.claimToken });
    return this.#noteToken(answer);
  }

  async exchange(assertion = this.assertion): Promise<Answer> {
    return this.#noteToken(await this.post('/oauth2/token', { grant_type: assertionGrant, assertion }));
  }

  #noteToken(answer: Answer): Answer {
    if (answer.status === 200) this.token = String(answer.body.access_token);
    return answer;
  }

  answer(viewer: Viewer, answer: 'approve' | 'deny') {
    return this.plaza.form(viewer, '/claim', { code: this.userCode, answer });
  }

  /** Sends a JSON-RPC call. Returns the response, whatever its status. */
  async call(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const request = { jsonrpc: '2.0', id: 7, method, params };
    return this.post('/a2a', request, { authorization: `Bearer ${this.token}`, ...headers });
  }

  /** Sends a message to a skill. Returns the task. */
  async send(text: string, params: object = {}, message: object = {}): Promise<Task> {
    const { body } = await this.call('message/send', {
      message: { role: 'user', parts: [{ text }], ...message },
      ...params,
    });
    if (!body.result) throw new Error(JSON.stringify(body));
    return body.result as Task;
  }

  /** Calls an API operation as this agent. */
  async api(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
    const answer = await this.plaza.inject({
      method,
      url,
      headers: { authorization: `Bearer ${this.token}` },
      ...(payload && { payload }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: JSON.parse(answer.body) as Record<string, unknown>,
    };
  }
}

/** Returns an agent approved by the member, with its token. */
export async function connectAgent(plaza: Plaza, viewer: Viewer, name?: string): Promise<TestAgent> {
  const agent = new TestAgent(plaza);
  await agent.register(name);
  await agent.claim();
  await agent.answer(viewer, 'approve');
  await agent.poll();
  return agent;
}
