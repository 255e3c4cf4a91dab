import { Type } from 'typebox';

/** Location, work and education fields of people records. */
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
