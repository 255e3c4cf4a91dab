/** Roles in another's workspace: editing its links, or viewing. */
export const teamRoles = ['editor', 'viewer'] as const;
export type TeamRole = (typeof teamRoles)[number];

export interface Member {
  id: string;
  username: string;
  name: string;
  email: string;
  role: TeamRole;
  joinedAt: Date;
}

export interface Invitation {
  id: string;
  email: string;
  role: TeamRole;
  expiresAt: Date;
}
