// Runs the published client of A2A with its HTTP+JSON transport, which also verifies the signature of the card.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAuthenticatingFetchWithRetry,
  DefaultAgentCardResolver,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { Role, TaskState, verifyAgentCardSignature } from '@a2a-js/sdk';
import { createRemoteJWKSet } from 'jose';
import { connectAgent } from '../../agent.ts';
import { openPlaza } from '../../ask-plaza.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson } from '../../world.ts';

describe('A2A over HTTP+JSON', () => {
  let services: Services;
  let token: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const plaza = await openPlaza(services.app as never);
    token = (await connectAgent(plaza, await addPerson(services.app, 'ada'))).token;
    await plaza.close();
  });
  after(() => services.stop());

  it('verifies the card, sends, gets and lists tasks, and gets the same errors as by JSON-RPC', async () => {
    const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
      headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
      shouldRetryWithHeaders: () => Promise.resolve(undefined),
    });
    const card = await new DefaultAgentCardResolver({ legacyCompat: { enabled: false } }).resolve(
      services.plaza,
    );
    const keys = createRemoteJWKSet(new URL(`${services.plaza}/.well-known/jwks.json`));
    const verify = verifyAgentCardSignature((kid) => keys({ alg: 'ES256', kid }, undefined));
    await verify(card);
    await assert.rejects(verify({ ...card, name: 'Other' }));
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the SDK declares its options as a class
    const transport = await new RestTransportFactory({ fetchImpl }).create(`${services.plaza}/a2a`, card);
    const message = {
      messageId: 'http-json',
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [
        {
          content: { $case: 'text' as const, value: 'Sent by HTTP' },
          filename: '',
          mediaType: '',
          metadata: undefined,
        },
      ],
      metadata: { skillId: 'post', privacy: 'public' },
      extensions: [],
      referenceTaskIds: [],
    };
    const sent = await transport.sendMessage({ tenant: '', configuration: undefined, message, metadata: {} });
    assert.ok('status' in sent, JSON.stringify(sent));
    assert.equal((await transport.getTask({ tenant: '', id: sent.id })).id, sent.id);
    const listed = await transport.listTasks({
      tenant: '',
      contextId: '',
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      statusTimestampAfter: undefined,
    });
    assert.equal(listed.tasks[0]?.id, sent.id);
    await assert.rejects(transport.getTask({ tenant: '', id: 'no-such-task' }), /no such task/);
    await assert.rejects(
      transport.cancelTask({ tenant: '', id: sent.id, metadata: undefined }),
      /cannot be canceled/,
    );
    const gone = await fetchImpl(`${services.plaza}/a2a/tasks/none`);
    assert.equal(gone.status, 404);
    const { error } = (await gone.json()) as {
      error: { status: string; details: [Record<string, unknown>] };
    };
    assert.equal(error.status, 'NOT_FOUND');
    assert.equal(error.details[0]['@type'], 'type.googleapis.com/google.rpc.ErrorInfo');
    assert.equal(error.details[0].reason, 'TASK_NOT_FOUND');
    const broken = await fetchImpl(`${services.plaza}/a2a/message:send`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(broken.status, 400);
    assert.equal((await fetch(`${services.plaza}/a2a/tasks`)).status, 401);
  });
});
