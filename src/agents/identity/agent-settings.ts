import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { App } from '../../platform/app.ts';
import { readSetting } from '../../platform/settings/site-settings.ts';

/** What an operator decides about agents on a page while the service runs. */
const AgentSettings = Type.Object({
  registration: Type.Boolean({ default: true }),
  /** Skills that no agent may use here. */
  disabledSkills: Type.Array(Type.String(), { default: [] }),
});
type AgentSettings = Static<typeof AgentSettings>;

export async function readAgentSettings(app: Pick<App, 'db'>): Promise<AgentSettings> {
  const stored = { ...Value.Create(AgentSettings), ...(await readSetting(app, 'agents')) };
  return Value.Check(AgentSettings, stored) ? stored : Value.Create(AgentSettings);
}
