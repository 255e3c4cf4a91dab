/** The form's name for what a crawler may do. */
export const fieldOf = (agent: string) => `rule-${agent.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
