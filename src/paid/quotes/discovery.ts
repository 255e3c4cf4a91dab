import type { Config } from '../../platform/settings/config.ts';
import { type PaidOperation, amountOf, formatUsdc, highestOf } from '../operation.ts';
import type { CallInput } from './offers.ts';

type Method = CallInput['method'];
type Properties = Record<string, Record<string, unknown>>;

/**
 * Describes a call for directories of paid operations (`extensions.bazaar` of version 2): its input and its
 * output.
 */
function bazaar(operation: PaidOperation, method: Method, { properties, output, example }: DetailLevel) {
  const described = properties ? fields(operation) : {};
  const input = {
    type: 'object',
    properties: {
      type: { const: 'http' },
      method: { enum: [method] },
      ...(method === 'GET'
        ? { queryParams: { type: 'object', properties: described } }
        : { bodyType: { const: 'json' }, body: { type: 'object', properties: described } }),
    },
    required: ['type', 'method'],
  };
  return {
    info: {
      input: callOf(operation, method),
      output: { type: 'json', ...(example && { example: operation.example.output }) },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { input, output: output ? outputField(operation) : { type: 'object' } },
      required: ['input'],
    },
  };
}

const callOf = ({ example }: PaidOperation, method: Method) =>
  method === 'GET'
    ? { type: 'http', method, queryParams: example.input }
    : { type: 'http', method, bodyType: 'json', body: example.input };

/** Only what a caller needs to send a value. Descriptions are in `/openapi.json`. */
const fields = ({ input }: PaidOperation): Properties =>
  Object.fromEntries(
    Object.entries(input.properties as Properties).map(([name, schema]) => [
      name,
      Object.fromEntries(
        ['type', 'enum', 'minimum', 'maximum', 'maxLength']
          .filter((key) => key in schema)
          .map((key) => [key, schema[key]]),
      ),
    ]),
  );

/** Describes `info.output`: an example of the response, by the types of its fields. */
const outputField = ({ output }: PaidOperation) => ({
  type: 'object',
  properties: { type: { const: 'json' }, example: shallow(output) },
  required: ['type'],
});

/** The schema of a record with the types of its fields, without theirs. */
function shallow(schema: object): object {
  const { type = 'object', properties = {} } = schema as { type?: string; properties?: Properties };
  const types = Object.entries(properties).map(([name, { type }]) => [name, type ? { type } : {}]);
  return { type, properties: Object.fromEntries(types) as Properties };
}

/** A client may add an idempotency key. */
const paymentIdentifier = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
};

interface DetailLevel {
  properties: boolean;
  /** The types of the fields of the response. */
  output: boolean;
  example: boolean;
}

/**
 * From the most to the least detailed. Clients return the extensions with the payment, and some reject
 * headers beyond 3 kB.
 */
const choices: readonly DetailLevel[] = [
  { properties: true, output: true, example: true },
  { properties: true, output: true, example: false },
  { properties: true, output: false, example: true },
  { properties: true, output: false, example: false },
  { properties: false, output: false, example: false },
];

/** Returns the most detailed extensions for which `fits` returns true. */
export function extensionsOf(
  operation: PaidOperation,
  method: Method,
  fits: (extensions: object) => boolean,
): object {
  const created = choices.map((richness) => ({
    bazaar: bazaar(operation, method, richness),
    'payment-identifier': paymentIdentifier,
  }));
  return created.find(fits) ?? { 'payment-identifier': paymentIdentifier };
}

/** The same for version 1, as part of each offer. */
export const outputSchemaOf = (operation: PaidOperation, method: Method): object => ({
  input: {
    type: 'http',
    method,
    discoverable: true,
    ...(method === 'GET'
      ? { queryParams: fields(operation) }
      : { bodyType: 'json', bodyFields: fields(operation) }),
  },
  output: { type: 'json', schema: operation.output },
});

/** Returns an operation's price in USDC for `x-payment-info` in OpenAPI, which directories read. */
export function paymentInfo(config: Config, { price }: Pick<PaidOperation, 'price'>) {
  const lowest = formatUsdc(amountOf(price, config));
  const highest = formatUsdc(highestOf(price, config));
  return lowest === highest
    ? { protocols: ['x402'], pricingMode: 'fixed', price: lowest }
    : { protocols: ['x402'], pricingMode: 'range', minPrice: lowest, maxPrice: highest };
}
