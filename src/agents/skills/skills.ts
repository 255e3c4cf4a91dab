import { answer, ask, comment, post, react } from './publishing.ts';
import { read, search } from './reading.ts';
import type { Skill } from '../skill.ts';

/** All skills, in the order of the documents. */
export const skills: readonly Skill[] = [post, comment, react, ask, answer, search, read];

export const findSkill = (id: string): Skill | undefined => skills.find((skill) => skill.id === id);
