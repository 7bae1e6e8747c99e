export { addPastReports } from './past';
