import { Ajv } from 'ajv';
import assert from 'node:assert/strict';

const ajv = new Ajv({ strict: false, allowUnionTypes: true, validateFormats: false });

/** A schema whose declared fields must all be sent, and no others. */
const exactly = (schema: unknown): unknown =>
  Array.isArray(schema)
    ? schema.map(exactly)
    : typeof schema !== 'object' || schema === null
      ? schema
      : {
          ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, exactly(value)])),
          ...('properties' in schema && { additionalProperties: false }),
        };

/** Fails unless the message of an event is exactly as described. */
export function assertFits(
  payloads: Readonly<Record<string, unknown>>,
  event: string,
  message: unknown,
): void {
  const fits = ajv.compile(exactly(payloads[event]) as object);
  assert.ok(fits(message), `${event}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(message)}`);
}

/** Fails unless the example of every event in the `webhooks` of an OpenAPI document is as described. */
export function assertExamplesFit(
  payloads: Readonly<Record<string, unknown>>,
  described: Record<string, object>,
): void {
  assert.deepEqual(Object.keys(described), Object.keys(payloads));
  for (const [event, operation] of Object.entries(described)) {
    const { post } = operation as {
      post: { summary: string; requestBody: { content: Record<string, { example: unknown }> } };
    };
    assertFits(payloads, event, post.requestBody.content['application/json']?.example);
    assert.ok(post.summary, event);
  }
}
