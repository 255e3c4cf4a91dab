import { Type } from 'typebox';

/** Where somebody lives, works and learned, in the records of people that have it. */
export const lifeFields = {
  user_current_city: Type.String(),
  user_hometown: Type.String(),
  user_work_title: Type.String(),
  user_work_place: Type.String(),
  user_work_url: Type.String(),
  user_edu_major: Type.String(),
  user_edu_school: Type.String(),
  user_edu_class: Type.String(),
};
