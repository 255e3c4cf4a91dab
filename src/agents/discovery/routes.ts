import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { openSkills } from './documents.ts';
import { skillDocument } from './skill-documents.ts';

const anyone = operations('Documents', 'anyone');

export const discoveryRoutes = [
  anyone.get({
    path: '/.well-known/agent-skills/{skill}/SKILL.md',
    summary: 'Retrieve a skill for assistants',
    params: Type.Object({ skill: Type.String({ maxLength: 60 }) }),
    returns: Type.Unknown({ description: 'Markdown with front matter' }),
    handle: async ({ app, client, params }) => {
      const skill = (await openSkills(app)).find(({ id }) => id === params.skill);
      if (!skill) throw missing('Skill');
      client.setHeader('cache-control', 'public, max-age=600');
      client.setHeader('content-type', 'text/markdown; charset=utf-8');
      return skillDocument(app.config, skill);
    },
  }),
];
