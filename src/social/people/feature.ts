import type { SocialFeature } from '../lists/list.ts';
import { listNewPeople } from './list-new-people.ts';
import { listOfPeople } from './records/list-of-people.ts';

export const peopleFeature: SocialFeature = {
  lists: { new_people: listOfPeople((app, viewer, { offset }) => listNewPeople(app, viewer, offset)) },
};
