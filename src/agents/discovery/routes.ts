import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { documents, openSkills } from './documents.ts';
import { skillDocument } from './skill-documents.ts';

const anyone = operations('Documents', 'anyone');

/** Answers carry their own type and are sent as they are. */
const Anything = Type.Unknown();

const cache = 'public, max-age=600';

export const discoveryRoutes = [
  ...documents.flatMap(({ paths, summary, type, make }) =>
    paths.map((path) =>
      anyone.get({
        path,
        summary,
        returns: Anything,
        handle: async ({ app, client }) => {
          client.setHeader('cache-control', cache);
          client.setHeader('content-type', type);
          if (path.endsWith('api-catalog'))
            client.setHeader('link', `<${app.config.plazaUrl}${path}>; rel="api-catalog"`);
          return make(app);
        },
      }),
    ),
  ),
  anyone.get({
    path: '/.well-known/agent-skills/{skill}/SKILL.md',
    summary: 'One skill, for assistants that load it',
    params: Type.Object({ skill: Type.String({ maxLength: 60 }) }),
    returns: Anything,
    handle: async ({ app, client, params }) => {
      const skill = (await openSkills(app)).find(({ id }) => id === params.skill);
      if (!skill) throw missing('Skill');
      client.setHeader('cache-control', cache);
      client.setHeader('content-type', 'text/markdown; charset=utf-8');
      return skillDocument(app.config, skill);
    },
  }),
];
