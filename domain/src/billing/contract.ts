export const billingRoutes = {};
