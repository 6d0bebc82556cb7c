// The part of the permission table for the model. Written by hand.
import { name } from './permission-resources.ts';
import { create, links, update, type Row } from './permission-rows.ts';

export const MODEL_TABLE: Record<string, Row> = {
  // The model: read by all, written by admins.
  getProject: { at: 'GET /model/project', who: 'everyone' },
  getSchema: { at: 'GET /model/schema/documents', who: 'everyone' },
  listObjectTypes: { at: 'GET /model/object_types', who: 'everyone' },
  getObjectType: { at: 'GET /model/object_types/{type}', who: 'everyone' },
  createObjectType: {
    at: 'POST /model/object_types',
    who: 'admins',
    body: () => create('object_types', { name: name(), singular: name() })(),
  },
  updateObjectType: {
    at: 'PATCH /model/object_types/{type}',
    who: 'admins',
    body: update('object_types', 'type', { description: 'Of wombats' }),
  },
  deleteObjectType: { at: 'DELETE /model/object_types/{type}', who: 'admins' },
  listObjectTypeLeftRelations: { at: 'GET /model/object_types/{type}/left_relations', who: 'everyone' },
  listObjectTypeLeftRelationsLinks: {
    at: 'GET /model/object_types/{type}/relationships/left_relations',
    who: 'everyone',
  },
  listObjectTypeRightRelations: { at: 'GET /model/object_types/{type}/right_relations', who: 'everyone' },
  listObjectTypeRightRelationsLinks: {
    at: 'GET /model/object_types/{type}/relationships/right_relations',
    who: 'everyone',
  },
  getObjectTypeParent: { at: 'GET /model/object_types/{type}/parent', who: 'everyone' },
  getObjectTypeParentLink: { at: 'GET /model/object_types/{type}/relationships/parent', who: 'everyone' },
  replaceObjectTypeParent: {
    at: 'PATCH /model/object_types/{type}/relationships/parent',
    who: 'admins',
    body: () => ({ data: { type: 'object_types', id: '1' } }),
  },
  listProperties: { at: 'GET /model/properties', who: 'everyone' },
  getProperty: { at: 'GET /model/properties/{property}', who: 'everyone' },
  createProperty: {
    at: 'POST /model/properties',
    who: 'admins',
    body: () => create('properties', { name: name(), object_type_name: 'events', property_type_name: 'string' })(),
  },
  updateProperty: {
    at: 'PATCH /model/properties/{property}',
    who: 'admins',
    body: update('properties', 'property', { description: 'Of wombats' }),
  },
  deleteProperty: { at: 'DELETE /model/properties/{property}', who: 'admins' },
  listPropertyTypes: { at: 'GET /model/property_types', who: 'everyone' },
  getPropertyType: { at: 'GET /model/property_types/{propertyType}', who: 'everyone' },
  createPropertyType: {
    at: 'POST /model/property_types',
    who: 'admins',
    body: () => create('property_types', { name: name(), params: { type: 'string' } })(),
  },
  updatePropertyType: {
    at: 'PATCH /model/property_types/{propertyType}',
    who: 'admins',
    body: update('property_types', 'propertyType', { params: { type: 'string', maxLength: 9 } }),
  },
  deletePropertyType: { at: 'DELETE /model/property_types/{propertyType}', who: 'admins' },
  listRelations: { at: 'GET /model/relations', who: 'everyone' },
  getRelation: { at: 'GET /model/relations/{relation}', who: 'everyone' },
  createRelation: {
    at: 'POST /model/relations',
    who: 'admins',
    body: () => create('relations', { name: name(), inverse_name: name() })(),
  },
  updateRelation: {
    at: 'PATCH /model/relations/{relation}',
    who: 'admins',
    body: update('relations', 'relation', { description: 'Of wombats' }),
  },
  deleteRelation: { at: 'DELETE /model/relations/{relation}', who: 'admins' },
  listRelationLeftObjectTypes: { at: 'GET /model/relations/{relation}/left_object_types', who: 'everyone' },
  listRelationLeftObjectTypeLinks: {
    at: 'GET /model/relations/{relation}/relationships/left_object_types',
    who: 'everyone',
  },
  addRelationLeftObjectTypes: {
    at: 'POST /model/relations/{relation}/relationships/left_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  replaceRelationLeftObjectTypes: {
    at: 'PATCH /model/relations/{relation}/relationships/left_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  removeRelationLeftObjectTypes: {
    at: 'DELETE /model/relations/{relation}/relationships/left_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  listRelationRightObjectTypes: { at: 'GET /model/relations/{relation}/right_object_types', who: 'everyone' },
  listRelationRightObjectTypeLinks: {
    at: 'GET /model/relations/{relation}/relationships/right_object_types',
    who: 'everyone',
  },
  addRelationRightObjectTypes: {
    at: 'POST /model/relations/{relation}/relationships/right_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  replaceRelationRightObjectTypes: {
    at: 'PATCH /model/relations/{relation}/relationships/right_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  removeRelationRightObjectTypes: {
    at: 'DELETE /model/relations/{relation}/relationships/right_object_types',
    who: 'admins',
    needs: ['type'],
    body: links('object_types', 'type'),
  },
  listCategories: { at: 'GET /model/categories', who: 'everyone' },
  getCategory: { at: 'GET /model/categories/{category}', who: 'everyone' },
  createCategory: {
    at: 'POST /model/categories',
    who: 'admins',
    body: () => create('categories', { name: name(), object_type_name: 'documents' })(),
  },
  updateCategory: {
    at: 'PATCH /model/categories/{category}',
    who: 'admins',
    body: update('categories', 'category', { label: 'Wombat' }),
  },
  deleteCategory: { at: 'DELETE /model/categories/{category}', who: 'admins' },
  getCategoryObjectType: { at: 'GET /model/categories/{category}/object_type', who: 'everyone' },
  getCategoryObjectTypeLink: { at: 'GET /model/categories/{category}/relationships/object_type', who: 'everyone' },
  getCategoryParentCategory: { at: 'GET /model/categories/{category}/parent_category', who: 'everyone' },
  getCategoryParentCategoryLink: {
    at: 'GET /model/categories/{category}/relationships/parent_category',
    who: 'everyone',
  },
  replaceCategoryParentCategory: {
    at: 'PATCH /model/categories/{category}/relationships/parent_category',
    who: 'admins',
    body: () => ({ data: null }),
  },
  listCategoryChildCategories: { at: 'GET /model/categories/{category}/child_categories', who: 'everyone' },
  listCategoryChildCategoryLinks: {
    at: 'GET /model/categories/{category}/relationships/child_categories',
    who: 'everyone',
  },
  listCategoryObjects: { at: 'GET /model/categories/{category}/object_categories', who: 'everyone' },
  listCategoryObjectLinks: {
    at: 'GET /model/categories/{category}/relationships/object_categories',
    who: 'everyone',
  },
  listTags: { at: 'GET /model/tags', who: 'everyone' },
  getTag: { at: 'GET /model/tags/{tag}', who: 'everyone' },
  createTag: { at: 'POST /model/tags', who: 'admins', body: () => create('tags', { name: name() })() },
  updateTag: { at: 'PATCH /model/tags/{tag}', who: 'admins', body: update('tags', 'tag', { label: 'Wombat' }) },
  deleteTag: { at: 'DELETE /model/tags/{tag}', who: 'admins' },
};
