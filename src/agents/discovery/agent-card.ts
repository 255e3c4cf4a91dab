import type { Config } from '../../platform/settings/config.ts';
import { agentAddresses } from '../addresses.ts';
import { describeForMessages, type Skill } from '../skills/skill.ts';

interface CardOptions {
  name: string;
  description: string;
  skills: readonly Skill[];
}

/** Returns one agent card for clients of A2A 0.3 and 1.0, with the members that each version requires. */
export function agentCard(config: Pick<Config, 'plazaUrl'>, { name, description, skills }: CardOptions) {
  const { a2a, guide } = agentAddresses(config);
  const bearer = 'bearer';
  return {
    protocolVersion: '0.3.0',
    name,
    description: `${description}. Set params.skillId or metadata.skillId to a skill and metadata.target to what it acts on. Register and get a token as described in ${guide}.`,
    version: '4.2.1',
    url: a2a,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url: a2a, transport: 'JSONRPC' }],
    supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
      url: a2a,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    provider: { organization: name, url: config.plazaUrl },
    documentationUrl: guide,
    iconUrl: `${config.plazaUrl}/icon-192.png`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    securitySchemes: {
      [bearer]: { type: 'http', scheme: 'bearer', httpAuthSecurityScheme: { scheme: 'bearer' } },
    },
    security: [{ [bearer]: [] }],
    securityRequirements: [{ schemes: { [bearer]: { list: [] } } }],
    skills: skills.map((skill) => ({
      id: skill.id,
      name: skill.name,
      description: describeForMessages(skill),
      tags: skill.tags,
      examples: skill.examples,
      inputModes: ['text/plain'],
      outputModes: ['text/plain', 'application/json'],
    })),
  };
}
