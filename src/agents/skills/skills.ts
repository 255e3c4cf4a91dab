import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { comment } from './comment.ts';
import { post } from './post.ts';
import { react } from './react.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import type { Skill } from './skill.ts';

/** All skills, in the order of the documents. */
export const skills: readonly Skill[] = [post, comment, react, ask, answer, search, read];

export const findSkill = (id: string): Skill | undefined => skills.find((skill) => skill.id === id);
