/** The form field name of a crawler's rule. */
export const fieldOf = (agent: string) => `rule-${agent.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
