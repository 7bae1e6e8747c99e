import type { Integration, IntegrationCall, IntegrationTask } from '@lanka/domain/integrations/contract';
import type { StatusTable } from '../kit/display/status';
import { text } from './text';

const { ua, en } = text;

export const states: StatusTable<Integration['state']> = {
  off: { color: 'gray', ua: ua.states.off, en: en.states.off },
  working: { color: 'green', ua: ua.states.working, en: en.states.working },
  failing: { color: 'red', ua: ua.states.failing, en: en.states.failing },
  paused: { color: 'yellow', ua: ua.states.paused, en: en.states.paused },
  not_in_plan: { color: 'orange', ua: ua.states.not_in_plan, en: en.states.not_in_plan },
};

export const outcomes: StatusTable<IntegrationCall['outcome']> = {
  ok: { color: 'green', ua: ua.outcomes.ok, en: en.outcomes.ok },
  refused: { color: 'orange', ua: ua.outcomes.refused, en: en.outcomes.refused },
  failed: { color: 'red', ua: ua.outcomes.failed, en: en.outcomes.failed },
};

export const taskStates: StatusTable<IntegrationTask['state']> = {
  waiting: { color: 'blue', ua: ua.taskStates.waiting, en: en.taskStates.waiting },
  running: { color: 'violet', ua: ua.taskStates.running, en: en.taskStates.running },
  done: { color: 'green', ua: ua.taskStates.done, en: en.taskStates.done },
  failed: { color: 'red', ua: ua.taskStates.failed, en: en.taskStates.failed },
  canceled: { color: 'gray', ua: ua.taskStates.canceled, en: en.taskStates.canceled },
};
