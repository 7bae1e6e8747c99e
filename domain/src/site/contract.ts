export const siteRoutes = {};
