// Paid tools over the Model Context Protocol: the published clients buy on a local chain, without an account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { startLocalStack } from './local-stack.ts';
import type { LocalStack } from './local-stack.ts';

let stack: LocalStack;
let services: Services;

before(async () => {
  stack = await startLocalStack();
  services = await startServices(stack.environment);
});

after(async () => {
  await services.stop();
  await stack.stop();
});

for (const [tool, input, price] of [
  ['trending', { period: '7d' }, 5000n],
  ['run_tool', { name: 'sha256-generator', input: { text: 'abc' } }, 2000n],
] as const)
  test(`an agent with a wallet and no account buys ${tool}`, async () => {
    const { tools, quoted, results, other, left } = await stack.buyByMcp({
      url: `${services.plaza}/mcp/paid`,
      tool,
      input,
      times: 2,
    });
    assert.ok(tools > 10);
    assert.equal(quoted.isError, true);
    assert.equal(quoted.structuredContent.x402Version, 2);
    assert.deepEqual(JSON.parse(quoted.content[0]?.text ?? ''), quoted.structuredContent);
    for (const { isError, structuredContent, _meta } of results) {
      assert.equal(isError, undefined, JSON.stringify(structuredContent));
      const settled = _meta?.['x402/payment-response'] as { success: boolean; transaction: string };
      assert.ok(settled.success && settled.transaction);
    }
    // The same payment for the same call gets the same response, and nothing else.
    assert.deepEqual(results[1]?.structuredContent, results[0]?.structuredContent);
    assert.equal(other.isError, true);
    assert.equal(left, String(1_000_000n - price));
  });
