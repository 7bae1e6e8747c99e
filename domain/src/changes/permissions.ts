import { EVERYBODY, permissions } from '../kit/roles';

export const changes = permissions('integrations', {
  'changes.read': {
    roles: EVERYBODY,
    ua: 'Читати, що змінилося, – те, що видно й так',
    en: 'Read what has changed, of what is seen anyway',
  },
});
