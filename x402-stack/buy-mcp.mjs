// Buys a tool over the Model Context Protocol with the unmodified published clients of both protocols: the payment is
// made from the offers in the first result, and sent with the second call, as the transport of x402 says.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client } from '@x402/core/client';

export async function buyByMcp({ base }, { url, tool, input, times = 1 }) {
  const { account } = await base.fund(1_000_000n);
  const payer = new x402Client().register('eip155:8453', new ExactEvmScheme(account));
  const client = new Client({ name: 'buyer', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  const quoted = await client.callTool({ name: tool, arguments: input });
  const payment = await payer.createPaymentPayload(quoted.structuredContent);
  const call = () => client.callTool({ name: tool, arguments: input, _meta: { 'x402/payment': payment } });
  const results = [];
  for (let i = 0; i < times; i += 1) results.push(await call());
  const other = await client.callTool({
    name: tool,
    arguments: { ...input, changed: true },
    _meta: { 'x402/payment': payment },
  });
  await client.close();
  return { tools: tools.length, quoted, results, other, left: String(await base.balance(account.address)) };
}
