import { createHash } from 'node:crypto';
import type { Config } from '../../platform/settings/config.ts';
import { agentAddresses } from '../addresses.ts';
import type { Skill } from '../skills/skill.ts';

/** Returns a skill as `SKILL.md`, which assistants load when they need it. */
export function skillDocument(config: Pick<Config, 'plazaUrl'>, skill: Skill): string {
  const { a2a, guide } = agentAddresses(config);
  const metadata = Object.entries(skill.metadata).map(
    ([name, { description, enum: words }]) =>
      `- \`metadata.${name}\`${skill.required.includes(name) ? ' (required)' : ''}: ${description}${words ? `. One of ${words.join(', ')}` : ''}`,
  );
  return `---
name: ${skill.id}
description: ${JSON.stringify(skill.description)}
---

# ${skill.name}

${skill.description}

Send \`message/send\` (JSON-RPC 2.0) to ${a2a} with \`params.skillId\` set to \`${skill.id}\` and an access token. To get one, see
${guide}.

${[`- Text of the message: ${skill.text}`, ...metadata].join('\n')}

Examples: ${skill.examples.join('; ')}
`;
}

/** Returns the skill index with the digest of each document. Assistants load it first. */
export function skillIndex(config: Pick<Config, 'plazaUrl'>, skills: readonly Skill[]) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map((skill) => ({
      name: skill.id,
      type: 'skill-md',
      description: skill.description,
      url: `${config.plazaUrl}/.well-known/agent-skills/${skill.id}/SKILL.md`,
      digest: `sha256:${createHash('sha256').update(skillDocument(config, skill)).digest('hex')}`,
    })),
  };
}
