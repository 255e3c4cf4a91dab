import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { endpoint, type Endpoint, operationId } from '../../platform/http/endpoint.ts';
import type { Identify } from '../../platform/http/family.ts';
import { acceptUndeclaredJson } from '../../platform/http/input/parsers.ts';
import { dropUploads } from '../../platform/http/input/uploads.ts';
import { useValidation } from '../../platform/http/input/validation.ts';
import { authenticate, dropBlankQuery, refuse } from '../../platform/http/mount.ts';
import { receivingAddresses } from '../settlement/receiving-addresses.ts';
import type { PaidGroup, PaidOperation } from '../operation.ts';
import { paymentInfo } from '../quotes/discovery.ts';
import { paidFamily, quoteEarly } from './quote-early.ts';
import { documentedInput } from './priced-call.ts';
import { reconcileAtStart } from './reconcile-payments.ts';
import { CallsAtWork, serveCall } from './serve-call.ts';

/**
 * Serves operations to buyers: GET with query parameters and POST with a JSON body. `identify` returns the
 * owner of the paying wallet.
 */
export async function mountPaid(
  server: FastifyInstance,
  app: App,
  operations: readonly PaidOperation[],
  { groups = [], identify }: { groups?: readonly PaidGroup[]; identify: Identify },
): Promise<void> {
  await receivingAddresses(app.config);
  server.addHook('onListen', (done) => {
    reconcileAtStart(app).catch((error: unknown) =>
      app.log.warn({ err: error }, 'pending payments could not be looked up'),
    );
    done();
  });
  const serving = { identify, atWork: new CallsAtWork() };
  const quotes = quoteEarly(app, server.sendEarly);
  // Runs before pages, because the path alone identifies a quote.
  server.earlyAnswers.unshift(quotes.answer);
  const noted =
    (find: Find): Find =>
    async (request) => {
      const operation = await find(request);
      quotes.add(operation);
      return operation;
    };
  void server.register((scope, _options, done) => {
    scope.addHook('onSend', (request, reply, _payload, done) => {
      quotes.learnHeaders(request, reply);
      done();
    });
    useValidation(scope, { coerceBody: false });
    acceptUndeclaredJson(scope, { refusesRepeatedKeys: true });
    scope.setErrorHandler((error, request, reply) => refuse(app, paidFamily, error, request, reply));
    for (const operation of operations)
      for (const method of ['GET', 'POST'] as const)
        add(
          scope,
          app,
          describe(operation, method),
          operation,
          noted(() => operation),
          serving,
        );
    for (const group of groups)
      for (const method of ['GET', 'POST'] as const)
        add(
          scope,
          app,
          describeGroup(group, method),
          group,
          noted((request) => findIn(group, request)),
          serving,
        );
    done();
  });
}

/** Returns the operation that a request calls. */
type Find = (request: FastifyRequest) => PaidOperation | Promise<PaidOperation>;

const describe = (operation: PaidOperation, method: 'GET' | 'POST'): Endpoint => {
  const { path, summary, description, tag, output, answer } = operation;
  return endpoint({
    method,
    path,
    summary,
    ...(description && { description }),
    tag,
    access: 'anyone',
    // With either method, a call has no visible side effects.
    scope: 'read',
    ...(method === 'GET'
      ? { query: queryOf(operation) }
      : { body: documentedInput(operation), example: operation.example.input }),
    returns: output,
    handle: ({ app, query, body }) => answer(app, (method === 'GET' ? query : body) as never, '') as never,
  });
};

/** Parameters of a query are documented one by one, so none of them is required. */
const queryOf = ({ input }: PaidOperation) =>
  Type.Unsafe({ ...input, additionalProperties: false, required: [] });

const describeGroup = (group: PaidGroup, method: 'GET' | 'POST'): Endpoint => {
  const { path, summary, tag, parameter } = group;
  return endpoint({
    method,
    path: `${path}/:${parameter.name}`,
    summary,
    description: `The free catalog at \`${path}\` lists the parameters of each tool. Send them as a query or as a JSON body.`,
    tag,
    access: 'anyone',
    scope: 'read',
    params: Type.Object({
      [parameter.name]: Type.String({ description: parameter.description, examples: [parameter.example] }),
    }),
    ...(method === 'POST' && { body: AnyObject, example: {} }),
    returns: AnyObject,
    handle: () => ({}),
  });
};

const AnyObject = Type.Object({}, { additionalProperties: true });

async function findIn(group: PaidGroup, request: FastifyRequest): Promise<PaidOperation> {
  const name = (request.params as Record<string, string>)[group.parameter.name] ?? '';
  const operation = await group.find(name);
  if (!operation) throw missing(group.title);
  return operation;
}

function add(
  scope: FastifyInstance,
  app: App,
  described: Endpoint,
  priced: Pick<PaidOperation, 'price'>,
  find: Find,
  serving: { identify: Identify; atWork: CallsAtWork },
): void {
  const { method, path, params, query, body, example } = described;
  const handler: RouteHandlerMethod = async (request, reply) =>
    serveCall(app, await find(request), request, reply, serving);
  scope.route({
    method,
    url: path,
    config: { endpoint: described, family: paidFamily },
    // Requests are quoted before they are validated.
    validatorCompiler: () => () => true,
    schema: {
      operationId: operationId(method, path).replace(/^(get|post)/, '$1Paid'),
      summary: described.summary,
      description: described.description ?? 'Sold per call over x402: unpaid, it answers 402 with a quote.',
      tags: [described.tag],
      security: [],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body: { ...body, examples: [example] } }),
      response: {
        200: { description: 'The purchased response', ...described.returns },
        402: { description: 'The price and payment options', ...PaymentRequiredBody },
        '4xx': {
          description: 'Refused and not charged. The message states the reason',
          ...paidFamily.refusal,
        },
        '5xx': {
          description: 'Temporarily unavailable. The same payment may be retried',
          ...paidFamily.refusal,
        },
      },
      ...({ 'x-payment-info': paymentInfo(app.config, priced) } as object),
    },
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const refusal = await authenticate(app, paidFamily, 'anyone', request, reply);
      if (refusal) throw refusal;
    },
    preValidation: (request, _reply, done) => {
      dropBlankQuery(request);
      done();
    },
    handler,
    onResponse: (request, _reply, done) => {
      dropUploads(request);
      done();
    },
  });
}

const PaymentRequiredBody = Type.Object(
  {
    x402Version: Type.Integer(),
    error: Type.String(),
    message: Type.String(),
    accepts: Type.Array(Type.Object({}, { additionalProperties: true })),
  },
  { additionalProperties: true },
);
