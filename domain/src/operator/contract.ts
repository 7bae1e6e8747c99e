export const operatorRoutes = {};
