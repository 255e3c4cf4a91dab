/** What somebody may do in another's workspace: all that its owner does with links, or look. */
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
