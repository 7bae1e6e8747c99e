export { logoUrl } from '../projects';
