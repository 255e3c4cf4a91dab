import ipaddr from 'ipaddr.js';
import { type Static, Type } from 'typebox';
import { type App, verb } from '../../platform/app.ts';
import { changeSettings, type Operator } from '../../identity/operators/settings.ts';
import { getStoredSettings } from '../../platform/settings/site-settings.ts';

/** The operator's settings for agents. */
const AgentSettings = Type.Object({
  registration: Type.Boolean({ default: true }),
  /** Skills disabled on this installation. */
  disabledSkills: Type.Array(Type.String(), { default: [] }),
  /** Addresses and networks (`192.0.2.0/24`) from which agents cannot register. */
  blockedNetworks: Type.Array(Type.String(), { default: [] }),
});
export type AgentSettings = Static<typeof AgentSettings>;

export const getAgentSettings = (app: Pick<App, 'db'>): Promise<AgentSettings> =>
  getStoredSettings(app, 'agents', AgentSettings);

export const updateAgentSettings = verb(
  { name: 'agents.update-settings', who: 'operator' },
  (app, operator: Operator, settings: AgentSettings): Promise<void> =>
    changeSettings(app, operator, {
      name: 'agents',
      action: 'agent_settings.update',
      get: getAgentSettings,
      after: settings,
    }),
);

/** Parses an address or a network. Returns undefined if it is neither. */
function parseNetwork(written: string) {
  if (ipaddr.isValidCIDR(written)) return ipaddr.parseCIDR(written);
  if (!ipaddr.isValid(written)) return undefined;
  const address = ipaddr.process(written);
  return [address, address.kind() === 'ipv4' ? 32 : 128] as [typeof address, number];
}

export const isNetwork = (written: string): boolean => parseNetwork(written) !== undefined;

/** Whether an address is in one of the networks. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((written) => {
    const network = parseNetwork(written);
    return network?.[0].kind() === parsed.kind() && parsed.match(network);
  });
}
