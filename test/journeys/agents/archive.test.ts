import assert from 'node:assert/strict';
import { openExport } from '../../../src/identity/exports/exports.ts';
import { collect } from '../../../src/platform/feature.ts';
import { socialFeatures } from '../../../src/servers/social-features.ts';
import { plazaExport } from '../../../src/social/accounts/data/plaza-export.ts';
import { connectAgent } from '../../agent.ts';
import { queuedJobs } from '../../jobs.ts';
import { testPlaza } from '../../ask-plaza.ts';
import { checkArchive, unpackArchive } from '../../unpack-archive.ts';

testPlaza(
  'the archive of an account includes its agents and their actions',
  async ({ app, plaza, ada, bob }) => {
    const agent = await connectAgent(plaza, ada, 'Reading list');
    await connectAgent(plaza, bob, 'Of Bob');
    await agent.send('By its skill');
    await plaza.form(ada, '/settings/data/exports');
    const queued = (await queuedJobs(app)).find(({ name }) => name === 'social.build-export');
    await collect(socialFeatures, 'jobs')
      .find(({ name }) => name === 'social.build-export')
      ?.work(app, queued?.payload);
    const { id } = queued?.payload as { id: string };
    const parts: Buffer[] = [];
    for await (const part of (await openExport(app, plazaExport, ada, id)).stream) parts.push(part as Buffer);
    const archive = unpackArchive(Buffer.concat(parts));
    await checkArchive(app, archive);
    assert.deepEqual(
      archive.json('data/agents.json').map(({ name }) => name),
      ['Reading list'],
    );
    assert.deepEqual(
      archive.json('data/agent-acts.json').map(({ agent, text }) => [agent, text]),
      [['Reading list', 'By its skill']],
    );
  },
);
