import { approveClaim, startClaim } from '../../../src/agents/claims/claims.ts';
import { registerAgent } from '../../../src/agents/identity/register-agent.ts';
import { listAgents } from '../../../src/agents/settings/own-agents.ts';
import { parseMessage } from '../../../src/agents/tasks/message.ts';
import { runMessage } from '../../../src/agents/tasks/send-message.ts';
import type { App, Viewer } from '../../../src/platform/app.ts';

const from = { address: '192.0.2.7', userAgent: 'reading-list/1.2 (+https://reading.example)' };

/** Adds an agent that has acted, and one that waits for approval. */
export async function agentExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const start = async (name: string) =>
    startClaim(app, (await registerAgent(app, { ...from, name })).claimToken);
  await approveClaim(app, viewer, (await start('Reading list')).userCode);
  const [own] = await listAgents(app, viewer);
  const agent = {
    skills: undefined,
    audience: undefined,
    dailyPosts: undefined,
    dailySpending: undefined,
    name: 'Reading list',
  };
  const actor = { viewer, agent: { ...agent, id: own?.id ?? '', publicId: own?.publicId ?? '' } };
  for (const text of ['Three books that I finished this week', ' '.padEnd(200, 'A long one. ')])
    await runMessage(app, actor, parseMessage({ message: { role: 'user', parts: [{ text }] } }));
  const { userCode } = await start('Garden diary');
  return { '/settings/agents/:id': `/settings/agents/${own?.id}`, '/claim': `/claim?code=${userCode}` };
}
